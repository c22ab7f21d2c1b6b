(* Skater on a slope, dirac form *)
(* symbols: eta$v, eta$w, k, lambda, m, phi, x *)
$Assumptions = Element[eta$v, Reals] && Element[eta$w, Reals] && Element[k, Reals] && Element[lambda, Reals] && Element[m, Reals] && Element[phi, Reals] && Element[x, Reals];

(* names *)
(* mass: m = 1 [kg] *)
(* radius of gyration: k = 1/2 [m] *)
(* pull along -x: lambda = 1 [N] *)

(* structure functions  [f_k, f_j] = c^i_jk f_i *)
c$s$v$w = 1;
c$v$w$s = 1;

(* bivector  {u_i, u_j} = B_ij, u' = B grad H *)
B$x$eta$v$ = Cos[phi];
B$y$eta$v$ = Sin[phi];
B$phi$eta$w$ = 1;

(* energy *)
H = eta$v^2/(2*m) + eta$w^2/(2*k^2*m) + lambda*x;

(* motion on C* *)
x$dot = eta$v*Cos[phi]/m;
y$dot = eta$v*Sin[phi]/m;
phi$dot = eta$w/(k^2*m);
eta$v$dot = -lambda*Cos[phi];
eta$w$dot = 0;

(* reactions along the complement *)
N$s$ = eta$v*eta$w/(k^2*m) - lambda*Sin[phi];
