// biome-ignore lint/style/noProcessEnv: set by the test run, not a setting of the product
const { NODE_COMPILE_CACHE } = process.env

/** The variable for programs that get no other: they share the cache of compiled sources. */
export const compileCache: Readonly<Record<string, string>> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
