import Link from '@docusaurus/Link'
import { PageMetadata } from '@docusaurus/theme-common'
import { useDateTimeFormat } from '@docusaurus/theme-common/internal'
import type { ArchiveBlogPost, Props } from '@theme/BlogArchivePage'
import Heading from '@theme/Heading'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

const Years = ({ posts }: { readonly posts: readonly ArchiveBlogPost[] }): ReactNode => {
  const format = useDateTimeFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' })
  const years = Object.entries(Object.groupBy(posts, ({ metadata }) => metadata.date.slice(0, 4))).reverse()
  return years.map(([year, written = []]) => (
    <section key={year}>
      <Heading as="h2" id={year}>
        {year}
      </Heading>
      <ul>
        {written.map(({ metadata: { permalink, title, date } }) => (
          <li key={permalink}>
            <Link to={permalink}>{title}</Link>, <time dateTime={date}>{format.format(new Date(date))}</time>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** All posts, by year, the latest first. */
export default function BlogArchivePage({ archive }: Props): ReactNode {
  return (
    <>
      <PageMetadata title="Archive" description="All posts of the Sallyport blog, by year." />
      <Layout>
        <main className="container margin-vert--lg">
          <header className="listHead">
            <Heading as="h1">Archive</Heading>
            <p>All posts, by year.</p>
          </header>
          <Years posts={archive.blogPosts} />
        </main>
      </Layout>
    </>
  )
}
