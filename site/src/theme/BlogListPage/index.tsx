import { HtmlClassNameProvider, PageMetadata, ThemeClassNames } from '@docusaurus/theme-common'
import BlogLayout from '@theme/BlogLayout'
import type { Props } from '@theme/BlogListPage'
import BlogListPageStructuredData from '@theme/BlogListPage/StructuredData'
import BlogListPaginator from '@theme/BlogListPaginator'
import BlogPostItems from '@theme/BlogPostItems'
import Heading from '@theme/Heading'
import SearchMetadata from '@theme/SearchMetadata'
import type { ReactNode } from 'react'

/** The list of posts, with a heading: the theme's list has none, and screen readers navigate by headings. */
export default function BlogListPage(props: Props): ReactNode {
  const { metadata, items, sidebar } = props
  const { blogTitle, blogDescription, page } = metadata
  const title = page === 1 ? blogTitle : `${blogTitle}, page ${page}`
  return (
    <HtmlClassNameProvider className={`${ThemeClassNames.wrapper.blogPages} ${ThemeClassNames.page.blogListPage}`}>
      <PageMetadata title={title} description={blogDescription} />
      <SearchMetadata tag="blog_posts_list" />
      <BlogListPageStructuredData {...props} />
      <BlogLayout sidebar={sidebar}>
        <header className="listHead">
          <Heading as="h1">{title}</Heading>
          {page === 1 && <p>{blogDescription}</p>}
        </header>
        <BlogPostItems items={items} />
        <BlogListPaginator metadata={metadata} />
      </BlogLayout>
    </HtmlClassNameProvider>
  )
}
