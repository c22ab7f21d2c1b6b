/* Skater on a slope, dirac form */
/* symbols: eta_v, eta_w, k, lambda, m, phi, x */

/* names */
/* mass: m = 1 [kg] */
/* radius of gyration: k = 1/2 [m] */
/* pull along -x: lambda = 1 [N] */

/* structure functions  [f_k, f_j] = c^i_jk f_i */
const double c_s_v_w = 0x1p0;
const double c_v_w_s = 0x1p0;

/* bivector  {u_i, u_j} = B_ij, u' = B grad H */
const double B_x_eta_v = cos(phi);
const double B_y_eta_v = sin(phi);
const double B_phi_eta_w = 0x1p0;

/* energy */
const double H = 0x1p-1 * pow(eta_v, 0x1p1) / m + 0x1p-1 * pow(eta_w, 0x1p1) / (pow(k, 0x1p1) * m) + lambda * x;

/* motion on C* */
const double x_dot = eta_v * cos(phi) / m;
const double y_dot = eta_v * sin(phi) / m;
const double phi_dot = eta_w / (pow(k, 0x1p1) * m);
const double eta_v_dot = -lambda * cos(phi);
const double eta_w_dot = 0x0p0;

/* reactions along the complement */
const double N_s = eta_v * eta_w / (pow(k, 0x1p1) * m) - lambda * sin(phi);
