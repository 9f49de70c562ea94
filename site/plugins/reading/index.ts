import type { BlogContent } from '@docusaurus/plugin-content-blog'
import type { Plugin } from '@docusaurus/types'

/** Reading times in minutes, by permalink. */
export type ReadingTimes = Readonly<Record<string, number>>

/** Adds reading times to every page: the blog sidebar's data has only titles. */
export default function readingPlugin(): Plugin {
  return {
    name: 'reading-times',
    async allContentLoaded({ allContent, actions }) {
      const { blogPosts } = allContent['docusaurus-plugin-content-blog']!.default as BlogContent
      const times: ReadingTimes = Object.fromEntries(
        blogPosts.map(({ metadata: { permalink, readingTime = 0 } }) => [permalink, Math.ceil(readingTime)]),
      )
      actions.setGlobalData(times)
    },
  }
}
