Rolling disk that may fall   dirac form, from 96 starts
  nothing depends on x, y, phi, psi: these are free
  at rest
    1  theta = 0, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         3.96182, 0, 0, -3.96182
         unstable: deviations grow like exp(3.96182 t)
         exact, whatever parameters are
    2  theta = 3.14159, eta_u1 = 0, eta_u2 = 0, eta_u3 = 0
         0, 0, +-3.96182 i
         stable: the energy is conserved, and least here
         exact, whatever parameters are
  steady motions: only free coordinates change
    1  theta = -0.119171, eta_u1 = 0.0882995, eta_u2 = 0, eta_u3 = 1.03548   (one of a family of dimension 2)
         0, 0, +-1.84463 i
         the linear part does not decide: 2 eigenvalues on the imaginary axis, beside the zeros of the family
       theta = -0.0660313, eta_u1 = 0.0611946, eta_u2 = 0, eta_u3 = -0.253799
         3.58951, 0, 0, -3.58951
         unstable: deviations grow like exp(3.58951 t)
    2  theta = -3.12209, eta_u1 = -0.0569713, eta_u2 = 0, eta_u3 = -0.110082   (one of a family of dimension 2)
         0, 0, +-4.08163 i
         the linear part does not decide: 2 eigenvalues on the imaginary axis, beside the zeros of the family
    3  theta = -0.722697, eta_u1 = -32.3972, eta_u2 = 0, eta_u3 = -48.9866   (one of a family of dimension 2)
         0, 0, +-202.381 i
         the linear part does not decide: 2 eigenvalues on the imaginary axis, beside the zeros of the family
