/* gen/tables/shapes.h -- shapes of the statement `draw`.
 *
 * One row becomes SHAPE_x and its word. A shape has points of two or three coordinates, then
 * numbers. `points` is their least and largest number; `in` says whether points must be in the
 * PLANE or in SPACE.
 *
 *   word     points     in        numbers  example, help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_SHAPES_H
#define GEN_TABLES_SHAPES_H

/* clang-format off */
#define SHAPES(SHAPE) \
    SHAPE(segment, 2, 2,    ANY,   0, "segment (0, 0) (x, y)", "a bar between two points") \
    SHAPE(path,    2, MANY, ANY,   0, "path (0, 0) (x, y) (1, 1)", "a line through points") \
    SHAPE(polygon, 3, MANY, ANY,   0, "polygon (0, 0) (x, y) (1, 1)", "a body with straight sides") \
    SHAPE(circle,  1, 1,    PLANE, 1, "circle (x, y) R", "a circle about a point, by its radius") \
    SHAPE(disk,    1, 1,    PLANE, 1, "disk (x, y) R", "a filled circle") \
    SHAPE(wheel,   1, 1,    PLANE, 2, "wheel (x, y) phi, 0.3", "a wheel or blade seen from above: centre, heading, length") \
    SHAPE(spot,    1, 1,    ANY,   0, "spot (x, y)", "a point, of the same size at every scale") \
    SHAPE(trail,   1, 1,    ANY,   0, "trail (x, y)", "the path of a point") \
    SHAPE(ring,    2, 2,    SPACE, 1, "ring (x, y, z) (0, 0, 1) R", "a circle in space: centre, normal, radius") \
    SHAPE(ellipse, 3, 3,    ANY,   0, "ellipse (0, 0) (a, 0) (0, b)", "centre and two vectors u, v: centre + u cos(s) + v sin(s)") \
    SHAPE(ball,    1, 1,    ANY,   1, "ball (x, y, z) R", "a sphere: centre, radius")
/* clang-format on */

#endif
