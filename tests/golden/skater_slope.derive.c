/* structure functions  [f_k, f_j] = c^i_jk f_i */
c_s_v_w = 0x1p0
c_v_w_s = 0x1p0
/* bivector  {u_i, u_j} = B_ij, u' = B grad H */
B_x_eta_v = cos(phi)
B_y_eta_v = sin(phi)
B_phi_eta_w = 0x1p0
/* energy */
H = 0x1p-1 * pow(eta_v, 0x1p1) / m + 0x1p-1 * pow(eta_w, 0x1p1) / (pow(k, 0x1p1) * m) + lambda * x
/* motion on C* */
x_dot = eta_v * cos(phi) / m
y_dot = eta_v * sin(phi) / m
phi_dot = eta_w / (pow(k, 0x1p1) * m)
eta_v_dot = -lambda * cos(phi)
eta_w_dot = 0x0p0
