import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    // No data: addresses, so every picture and font is a file with a hash in its name.
    assetsInlineLimit: 0,
    modulePreload: false,
    // The operator who builds the product does not need timings.
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
    target: 'baseline-widely-available',
  },
})
