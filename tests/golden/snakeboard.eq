Snakeboard   dirac form, from 96 starts
  nothing depends on x, y, theta: these are free
  at rest
    1  psi = 0, phi = 0, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         0, -2.5 +- 15.6125 i, -12.5 +- 33.0719 i
         stable: deviations from the family of dimension 1 die out like exp(-2.5 t)
  steady motions: only free coordinates change
    1  psi = 0, phi = 0, eta_u1 = -3.54654, eta_u2 = 0, eta_u3 = 0   (one of a family of dimension 1)
         0, -2.5 +- 15.6125 i, -12.5 +- 33.0719 i
         stable: deviations from the family of dimension 1 die out like exp(-2.5 t)
