import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { compress } from './compress.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), compress()],
  build: {
    outDir: 'dist',
    // Says which files a screen is made of.
    manifest: true,
    // The router's policy allows no inline script, and a data: address would be one more thing to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What counts is what a screen takes altogether (size.test.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
})
