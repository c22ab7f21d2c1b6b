Snakeboard   dirac form
  nothing depends on x, y, theta: these are free
  at rest
    1  psi = 0, phi = 0, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         0, -2.5 +- 15.6125 i, -12.5 +- 33.0719 i
         stable: deviations from the family of dimension 1 die out like exp(-2.5 t)
         exact, for these values of the parameters
  steady motions: only free coordinates change
    1  psi = 0, phi = 0, eta_u1 = 1.72435, eta_u2 = 0, eta_u3 = 0   (one of a family of dimension 1, numerically)
         0, -2.5 +- 15.6125 i, -12.5 +- 33.0719 i
         stable: deviations from the family of dimension 1 die out like exp(-2.5 t)
         exact, for these values of the parameters
  searched: 96 starts in psi from -4 to 4, phi from -4 to 4, eta_u1 from -4 to 4, eta_u2 from -4 to 4, eta_u3 from -4 to 4
  not searched: poles of the equations, if any, where r^2 cos(phi)^2 - cos(phi)^2 + 1 = 0
  not searched: poles of the equations, if any, where J + 2 Jw + cos(phi)^2 (m r^2 - J - 2 Jw) = 0
  not searched: poles of the equations, if any, where m r^2 cos(phi)^2 + sin(phi)^2 (J + 2 Jw) = 0
  the search is not exhaustive: there may be others, in these ranges and outside
