import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { compress } from './compress.ts'
import { offline } from './offline/build.ts'
import { undocumented } from './undocumented.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), undocumented(), offline(), compress()],
  build: {
    outDir: 'dist',
    // Says which files a screen is made of.
    manifest: true,
    // The router's policy allows no inline script, and a data: address would be one more thing to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What counts is what a screen takes altogether (size.test.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'offline.html', 'offline/worker.ts'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: chunks,
        // A service worker is asked for by the same name again and again.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
