// The words of the error view, in a file of their own, so that bootstrap.ts does not load React.

export const ERROR_HEADING = 'Unexpected Application Error!'
export const TO_START = 'Back to the start'
