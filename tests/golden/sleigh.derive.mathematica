(* Chaplygin sleigh, dirac form *)
(* symbols: a, eta$v, eta$w, J, m, theta *)
$Assumptions = Element[a, Reals] && Element[eta$v, Reals] && Element[eta$w, Reals] && Element[J, Reals] && Element[m, Reals] && Element[theta, Reals];

(* names *)
(* in m: x *)
(* in m: y *)
(* mass: m = 1 [kg] *)
(* inertia about the centre of mass: J = 1/2 [kg m^2] *)
(* arm: a = 3/10 [m] *)

(* structure functions  [f_k, f_j] = c^i_jk f_i *)
c$w$v$w = a*m/(a^2*m + J);
c$s$v$w = 1;
c$w$v$s = -a^2*m^2/(a^2*m + J)^2;
c$s$v$s = -a*m/(a^2*m + J);
c$v$w$s = 1;

(* bivector  {u_i, u_j} = B_ij, u' = B grad H *)
B$x$eta$v$ = Cos[theta];
B$y$eta$v$ = Sin[theta];
B$theta$eta$w$ = 1;
B$eta$v$eta$w$ = a*eta$w*m/(a^2*m + J);

(* energy *)
H = eta$v^2/(2*m) + eta$w^2/(2*(a^2*m + J));

(* motion on C* *)
x$dot = eta$v*Cos[theta]/m;
y$dot = eta$v*Sin[theta]/m;
theta$dot = eta$w/(a^2*m + J);
eta$v$dot = a*eta$w^2*m/(a^2*m + J)^2;
eta$w$dot = -a*eta$v*eta$w/(a^2*m + J);

(* reactions along the complement *)
N$s$ = eta$v*eta$w*J/(a^2*m + J)^2;
