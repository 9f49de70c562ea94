import type { Plugin } from '@docusaurus/types'

const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/

/**
 * React is a separate script: two that each take half as long block a slow phone less than one, since it handles input in
 * between; and it stays in the browser's cache when the pages are built again.
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
