// biome-ignore lint/style/noProcessEnv: set by the test run, not a setting of the product
const { NODE_COMPILE_CACHE } = process.env

/** Passed to programs that get no other variables, so that they share the cache of compiled sources. */
export const compileCache: Readonly<Record<string, string>> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
