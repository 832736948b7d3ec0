import { readFileSync } from 'node:fs'

interface Package {
  /** The version of the product. */
  readonly version: string
  readonly engines: { readonly node: string }
}

const file = new URL('../../package.json', import.meta.url)

export const { version, engines }: Package = JSON.parse(readFileSync(file, 'utf8'))
