/**
 * What whoever runs the product has to put right, mostly a setting. Its message says what and how, and is shown to
 * them as it is.
 */
export class OperatorError extends Error {}
