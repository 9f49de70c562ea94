import type { Plugin } from '@docusaurus/types'

const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/

/**
 * React is a script of its own: two that each take half as long hold a slow phone up less than one, since it looks after
 * its reader in between; and a new build of the pages leaves it in the browser's keeping.
 */
export default function chunksPlugin(): Plugin {
  return {
    name: 'chunks',
    configureWebpack: (_config, isServer) =>
      isServer
        ? {}
        : {
            optimization: {
              splitChunks: { cacheGroups: { react: { test: REACT, name: 'react', chunks: 'initial', enforce: true } } },
            },
          },
  }
}
