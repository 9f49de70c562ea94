import { usePluginData } from '@docusaurus/useGlobalData'
import type { Props } from '@theme/BlogSidebar/Content'
import Content from '@theme-original/BlogSidebar/Content'
import type { ReactNode } from 'react'
import type { ReadingTimes } from '../../../plugins/reading/index.ts'

/** All posts by year, each with the time that it takes to be read. */
export default function BlogSidebarContent({ items, ...props }: Props): ReactNode {
  const times = usePluginData('reading-times') as ReadingTimes
  const timed = items.map((item) => ({
    ...item,
    // The theme renders it unchanged: an element works as well as a text.
    title: (
      <>
        {item.title} <span className="readingTime">{times[item.permalink]} min</span>
      </>
    ) as unknown as string,
  }))
  return <Content {...props} items={timed} />
}
