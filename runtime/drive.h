/* runtime/drive.h -- declarations shared by the files of the driver, for runtime/ only.
 *
 * run.c goes from the start to the end, control.c chooses steps, events.c finds events, project.c
 * brings states back to a level.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_DRIVE_H
#define RT_DRIVE_H

#include "step.h"

/* Start, every step, end; or the times of a list. */
struct rt_ticks {
    const struct rt_span *span;
    const double *at; /* or NULL */
    uint64_t i, n;
};

struct rt_drive {
    struct rt_stepper s;
    struct rt_ticks rows, grid;
    double brk;    /* the next break of the inputs */
    double to;     /* where the step ends: t + h, but exactly where it should */
    double wanted; /* the step that an adaptive method would like */
    double before; /* logarithm of the error of the step before */
    double power;  /* 1 / order */
    int starting;  /* steps are still much too short */
    uint64_t tried, most;
    double *spare;     /* SPARE states */
    double *projector; /* what rt_project_work wanted */
    double level;      /* of the energy */
    size_t events;     /* that are looked for */
    double *watch;     /* what rt_event_work wanted */
    int probed;        /* y is not the end of the whole step any more */
    int fired;         /* the step ends at an event */
    int crowded;       /* events that followed each other at once */
    double last_event; /* when */
    double shown;      /* time of the last row */
};

enum { RT_SPARE = 3 };

/* run.c: a step to y, which is finite and brought back to where it should be; and what goes with a
 * point that no step has led to. */
enum rt_status rt_try(struct rt_drive *r, double h);
enum rt_status rt_begin(struct rt_drive *r);
enum rt_status rt_finish(struct rt_drive *r);

/* control.c. The first step; and one step, in as many attempts as it takes, finished and not beyond
 * `target`. */
enum rt_status rt_first_step(struct rt_drive *r);
enum rt_status rt_adaptive_step(struct rt_drive *r, double target);

/* project.c. y, which is at t, goes back to where constraints and energy want it. */
size_t rt_project_work(const struct rt_task *task);
enum rt_status rt_project(struct rt_drive *r, double t, double *y, int *moved);

/* events.c. On which side of 0 events are at x; the step to y shortened to the first event in it;
 * and what follows from an event, x being there. */
size_t rt_event_work(const struct rt_task *task);
enum rt_status rt_arm_events(struct rt_drive *r);
enum rt_status rt_find_event(struct rt_drive *r);
enum rt_status rt_fire_events(struct rt_drive *r);

#endif
