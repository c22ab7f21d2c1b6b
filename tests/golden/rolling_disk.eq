Rolling disk that may fall   dirac form
  nothing depends on x, y, phi, psi: these are free
  at rest
    1  theta = 0, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         3.96182, 0, 0, -3.96182
         unstable: deviations grow like exp(3.96182 t)
         exact for all values of the parameters
    2  theta = 3.14159, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         0, 0, +-3.96182 i
         stable: the energy is conserved, and least here
         exact for all values of the parameters
  steady motions: only free coordinates change
    1  theta = -0.119171, eta_u1 = 0.0882995, eta_u2 = 0, eta_u3 = 1.03548   (one of a family of dimension 2, numerically)
         0, 0, +-1.84463 i
         the linear part does not decide: 2 eigenvalues on the imaginary axis, beside the zeros of the family
         numerical: nothing is proved; the rates vanish to 30 digits
       theta = -0.0660313, eta_u1 = 0.0611946, eta_u2 = 0, eta_u3 = -0.253799
         3.58951, 0, 0, -3.58951
         unstable: deviations grow like exp(3.58951 t)
         numerical: nothing is proved; the rates vanish to 30 digits
    2  theta = -3.12209, eta_u1 = -0.0569713, eta_u2 = 0, eta_u3 = -0.110082   (one of a family of dimension 2, numerically)
         0, 0, +-4.08163 i
         the linear part does not decide: 2 eigenvalues on the imaginary axis, beside the zeros of the family
         numerical: nothing is proved; the rates vanish to 30 digits
  searched: 96 starts in theta (all angles), eta_u1 from -4.97635 to 3.02365, eta_u2 from -4 to 4, eta_u3 from -9.33246 to 15.5541
  not searched: poles of the equations, if any, where cos(theta) = 0
  the search is not exhaustive: there may be others, in these ranges and outside
