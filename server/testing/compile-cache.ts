// biome-ignore lint/style/noProcessEnv: what the tests were started with, and no setting of the product
const { NODE_COMPILE_CACHE } = process.env

/** For programs that have nothing else of our environment: what Node has compiled for one, the next need not compile. */
export const compileCache: Readonly<Record<string, string>> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
