/* Chaplygin sleigh, dirac form */
/* symbols: a, eta_v, eta_w, J, m, theta */

/* names */
/* in m: x */
/* in m: y */
/* mass: m = 1 [kg] */
/* inertia about the centre of mass: J = 1/2 [kg m^2] */
/* arm: a = 3/10 [m] */

/* structure functions  [f_k, f_j] = c^i_jk f_i */
const double c_w_v_w = a * m / (pow(a, 0x1p1) * m + J);
const double c_s_v_w = 0x1p0;
const double c_w_v_s = -pow(a, 0x1p1) * pow(m, 0x1p1) / pow(pow(a, 0x1p1) * m + J, 0x1p1);
const double c_s_v_s = -a * m / (pow(a, 0x1p1) * m + J);
const double c_v_w_s = 0x1p0;

/* bivector  {u_i, u_j} = B_ij, u' = B grad H */
const double B_x_eta_v = cos(theta);
const double B_y_eta_v = sin(theta);
const double B_theta_eta_w = 0x1p0;
const double B_eta_v_eta_w = a * eta_w * m / (pow(a, 0x1p1) * m + J);

/* energy */
const double H = 0x1p-1 * pow(eta_v, 0x1p1) / m + 0x1p-1 * pow(eta_w, 0x1p1) / (pow(a, 0x1p1) * m + J);

/* motion on C* */
const double x_dot = eta_v * cos(theta) / m;
const double y_dot = eta_v * sin(theta) / m;
const double theta_dot = eta_w / (pow(a, 0x1p1) * m + J);
const double eta_v_dot = a * pow(eta_w, 0x1p1) * m / pow(pow(a, 0x1p1) * m + J, 0x1p1);
const double eta_w_dot = -a * eta_v * eta_w / (pow(a, 0x1p1) * m + J);

/* reactions along the complement */
const double N_s = eta_v * eta_w * J / pow(pow(a, 0x1p1) * m + J, 0x1p1);
