/* tests/bench/hand/small/by_hand.c -- hand-written code for the Chaplygin sleigh in float. */
#include "by_hand.h"

enum { X, Y, THETA, ETA_V, ETA_W, N };

void by_hand_initial_state(float *x)
{
    x[X] = 0;
    x[Y] = 0;
    x[THETA] = 0;
    x[ETA_V] = 0.2f;
    x[ETA_W] = 1.18f;
}

void sleigh_prepare(float mass, float inertia, float arm, by_hand_par *par)
{
    par->per_mass = 1 / mass;
    par->mass_arm = mass * arm;
    par->per_inertia = 1 / (inertia + par->mass_arm * arm);
}

/* pi/2 in three parts; polynomials on -pi/4 .. pi/4. */
static void sine_and_cosine(float x, float *s, float *c)
{
    const int turns = (int)(x * 0.636619772f + (x < 0 ? -0.5f : 0.5f));
    const float k = (float)turns;
    const float r = ((x - k * 0x1.92p0f) - k * 0x1.fbp-12f) - k * 0x1.5110b4p-22f;
    const float z = r * r;
    float sine = r + r * z * (-0x1.555544p-3f + z * (0x1.11066ap-7f + z * -0x1.98fd4ap-13f));
    float cosine =
        1 - 0.5f * z + z * z * (0x1.555548p-5f + z * (-0x1.6c0b52p-10f + z * 0x1.99ab1p-16f));
    if (turns & 1) {
        const float old = sine;
        sine = cosine;
        cosine = -old;
    }
    *s = turns & 2 ? -sine : sine;
    *c = turns & 2 ? -cosine : cosine;
}

static void rates(const by_hand_par *par, const float *x, float *out)
{
    float s, c;
    sine_and_cosine(x[THETA], &s, &c);
    const float v = x[ETA_V] * par->per_mass, w = x[ETA_W] * par->per_inertia;
    const float turning = par->mass_arm * w;
    out[X] = v * c;
    out[Y] = v * s;
    out[THETA] = w;
    out[ETA_V] = turning * w;
    out[ETA_W] = -(turning * v);
}

void sleigh_advance(const by_hand_par *par, float h, float *x)
{
    float y[N], k[N], sum[N];
    const float half = 0.5f * h;
    for (int i = 0; i < N; i++) {
        y[i] = x[i];
        sum[i] = 0;
    }
    for (int stage = 0; stage < 3; stage++) {
        const float ahead = stage < 2 ? half : h, weight = stage < 1 ? 1.0f : 2.0f;
        rates(par, y, k);
        for (int i = 0; i < N; i++) {
            y[i] = x[i] + ahead * k[i];
            sum[i] += weight * k[i];
        }
    }
    rates(par, y, k);
    for (int i = 0; i < N; i++)
        x[i] += h * (1 / 6.0f) * (sum[i] + k[i]);
}
