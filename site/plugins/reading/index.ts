import type { BlogContent } from '@docusaurus/plugin-content-blog'
import type { Plugin } from '@docusaurus/types'

/** How many minutes each post takes to be read, by its address. */
export type ReadingTimes = Readonly<Record<string, number>>

/** Tells every page how long posts are: the list of all posts beside a post knows their titles alone. */
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
