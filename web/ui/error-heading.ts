/** The heading of every failure but a submission's. In a file of its own, so that bootstrap.ts need not load React. */
export const ERROR_HEADING = 'Unexpected Application Error!'
