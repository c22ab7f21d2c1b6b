Chaplygin sleigh   dirac form
  nothing depends on x, y, theta: these are free
  at rest
    1  eta_v = 0, eta_w = 0
         0, 0
         stable: the energy is conserved, and least here
         exact for all values of the parameters
  steady motions: only free coordinates change
    1  eta_v = 0.976209, eta_w = 0   (one of a family of dimension 1)
         0, -0.496378
         stable: deviations from the family of dimension 1 die out like exp(-0.496378 t)
         exact for all values of eta_v and the parameters
       eta_v = -1.41837, eta_w = 0
         0.721203, 0
         unstable: deviations grow like exp(0.721203 t)
         exact for all values of eta_v and the parameters
  searched: 96 starts in eta_v from -3.8 to 4.2, eta_w from -3.54 to 5.9
  the search is not exhaustive: there may be others, in these ranges and outside
