import type { Config } from '@docusaurus/types'
import { figures } from '../plugins/figures.ts'

interface Node {
  readonly name?: string
  children?: Node[]
}

/** Takes the parts of our own theme out of a page. */
const withoutParts = () =>
  function remove(node: Node): void {
    if (!node.children) return
    node.children = node.children.filter(({ name = '' }) => !['GetTheCode', 'Reports'].includes(name))
    node.children.forEach(remove)
  }

/**
 * The same documentation and posts as Docusaurus shows them when nothing is changed: what `npm run bench site` compares this
 * site with. It has no search, and none of the cost of one.
 */
export default {
  title: 'Stock',
  url: 'http://192.168.2.1',
  baseUrl: '/pages/',
  trailingSlash: false,
  favicon: 'img/gate.svg',
  staticDirectories: ['../static'],
  // What it has no page for.
  onBrokenLinks: 'ignore',
  onBrokenAnchors: 'ignore',
  future: {
    faster: { swcJsLoader: true, swcJsMinimizer: true, lightningCssMinimizer: true, rspackBundler: true },
  },
  themes: ['@docusaurus/theme-classic'],
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      { path: '../docs', sidebarPath: '../sidebars.ts', remarkPlugins: [figures, withoutParts] },
    ],
    ['@docusaurus/plugin-content-blog', { path: '../blog', onUntruncatedBlogPosts: 'ignore' }],
    '@docusaurus/plugin-content-pages',
    '@docusaurus/plugin-sitemap',
  ],
  themeConfig: {
    navbar: {
      title: 'Stock',
      logo: { alt: '', src: 'img/gate.svg' },
      items: [
        { type: 'docSidebar', sidebarId: 'tutorialSidebar', label: 'Documentation', position: 'left' },
        { to: '/blog', label: 'Blog', position: 'left' },
      ],
    },
    footer: { style: 'dark', copyright: 'Stock' },
  },
} satisfies Config
