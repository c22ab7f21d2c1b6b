/* runtime/drive.h -- declarations shared by the files of the driver, for runtime/ only.
 *
 * run.c is the loop over steps, control.c chooses step sizes, events.c locates events, project.c
 * projects states onto constraints and an energy level.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_DRIVE_H
#define RT_DRIVE_H

#include "step.h"

/* Times of rows or of steps: start, every step, end; or those of a list. */
struct rt_ticks {
    const struct rt_span *span;
    const double *at; /* or NULL */
    uint64_t i, n;
};

struct rt_drive {
    struct rt_stepper s;
    struct rt_ticks rows, grid;
    double brk;    /* the next break of the inputs */
    double to;     /* end of the step: t + h, without its rounding error at a target */
    double wanted; /* next step size by the step size control */
    double before; /* logarithm of the error of the step before */
    double power;  /* 1 / order */
    int starting;  /* the first steps, still much too short */
    uint64_t tried, most;
    double *spare;     /* SPARE states */
    double *projector; /* scratch buffer, rt_project_work doubles */
    double level;      /* of the energy */
    size_t events;     /* number of events, 0 where they are ignored */
    double *watch;     /* scratch buffer, rt_event_work doubles */
    double *poles;     /* scratch buffer, rt_pole_work doubles */
    double longest;    /* step */
    uint64_t crawling; /* number of steps, one after the other, that are much shorter */
    int probed;        /* y is no longer the end of the whole step */
    int fired;         /* the step ends at an event */
    int crowded;       /* number of events that followed each other at once */
    double last_event; /* its time */
    double shown;      /* time of the last row */
};

enum { RT_SPARE = 3 };

/* run.c. A step to y, projected and checked to be finite; the start at a point that no step has
 * led to; the end of a step. */
enum rt_status rt_try(struct rt_drive *r, double h);
enum rt_status rt_begin(struct rt_drive *r);
enum rt_status rt_finish(struct rt_drive *r);

/* control.c. The first step size; and one accepted and finished step, not beyond `target`. */
enum rt_status rt_first_step(struct rt_drive *r);
enum rt_status rt_adaptive_step(struct rt_drive *r, double target);

/* project.c. Projects y at time t onto the constraints and the energy level; `moved`: y changed. */
size_t rt_project_work(const struct rt_task *task);
enum rt_status rt_project(struct rt_drive *r, double t, double *y, int *moved);

/* events.c. Signs of the events at x; shortening of the step to the first event in it; actions of
 * the events at x. */
size_t rt_event_work(const struct rt_task *task);
enum rt_status rt_arm_events(struct rt_drive *r);
enum rt_status rt_find_event(struct rt_drive *r);
enum rt_status rt_fire_events(struct rt_drive *r);
/* The state at t + tau inside the step, from dense output or by a cubic; not into the last two of
 * the spare states. */
enum rt_status rt_inside(struct rt_drive *r, double tau, double *out);

/* poles.c. Functions whose zeros are poles, at x; RT_POLE where the step to y meets one; y becomes
 * x; RT_POLE where a step from x failed because of one, else the status. */
size_t rt_pole_work(const struct rt_task *task);
void rt_arm_poles(struct rt_drive *r);
enum rt_status rt_check_poles(struct rt_drive *r);
void rt_pass_poles(struct rt_drive *r);
enum rt_status rt_blame_poles(struct rt_drive *r, enum rt_status status);

#endif
