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
      // The visit's script has the addresses of all pictures, and hashes do not compress.
      output: { assetFileNames: 'assets/[name]-[hash:5][extname]' },
    },
    target: 'baseline-widely-available',
  },
})
