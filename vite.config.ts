import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Replaces the code that loads the styles of a script before the script. No script here has styles of its own, and every
 * visit would load that code.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
}

const PICTURE = /\.(avif|webp|svg)$/

/** One hash for all pictures, because the visit's script has all their addresses, and hashes do not compress. */
const picturesHash = (() => {
  const hash = createHash('sha256')
  for (const file of globSync('web/assets/**/*').sort())
    if (PICTURE.test(file)) hash.update(readFileSync(file))
  return hash.digest('base64url').slice(0, 8)
})()

export default defineConfig({
  root: 'web',
  plugins: [react(), plainImports],
  build: {
    // No data: addresses, so every picture and font is a file with a hash in its name.
    assetsInlineLimit: 0,
    modulePreload: false,
    // The operator who builds the product does not need timings.
    rolldownOptions: {
      checks: { bundlerTimings: false, pluginTimings: false },
      output: {
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/[name]-${PICTURE.test(name) ? picturesHash : '[hash]'}[extname]`,
      },
    },
    target: 'baseline-widely-available',
  },
})
