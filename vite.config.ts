import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Replaces the code that loads the styles of a script before the script. No script here has styles of its own, which
 * scripts/build.ts checks, and every visit would load that code.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
}

const PICTURES = 'web/assets/pictures'

/**
 * Publishes the pictures in a folder with one hash. So the visit's script computes their addresses (picture.tsx) and does
 * not list them: hashes hardly compress.
 */
export function pictures(): Plugin {
  const files = readdirSync(PICTURES)
    .filter((name) => /\.(avif|webp)$/.test(name))
    .map((name) => ({ name, source: readFileSync(join(PICTURES, name)) }))
  const hash = createHash('sha256')
  for (const { name, source } of files) hash.update(name).update(source)
  const folder = `assets/pictures-${hash.digest('base64url').slice(0, 8)}/`
  return {
    name: 'pictures',
    config: (_, { command }) => ({
      define: { PICTURES: JSON.stringify(command === 'build' ? `/${folder}` : '/assets/pictures/') },
    }),
    generateBundle() {
      // Once, like the public files.
      if (this.environment.config.publicDir === '') return
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: folder + name, source })
    },
  }
}

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [react(), plainImports, pictures()],
  // The classes of modules are in the script too, so they are short.
  css: {
    modules: { generateScopedName: command === 'build' ? '[hash:base64:4]' : '[local]-[hash:base64:4]' },
  },
  build: {
    // No data: addresses, so every picture and font is a file with a hash in its name.
    assetsInlineLimit: 0,
    modulePreload: false,
    // The operator who builds the product does not need timings.
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
    target: 'baseline-widely-available',
  },
}))
