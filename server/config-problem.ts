/** A setting that cannot be used; its message says which, and what to write instead. */
export class ConfigProblem extends Error {}
