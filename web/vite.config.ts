import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    // The router's policy allows no inline script, and a data: address would be one more thing to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
