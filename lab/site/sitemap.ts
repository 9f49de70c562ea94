import { load } from 'cheerio/slim'

/** What a site map says of a page: `loc`, `lastmod`, `changefreq`, `priority`, as far as they are there. */
export type MapEntry = Readonly<Record<string, string>>

export function readSiteMap(xml: string): MapEntry[] {
  const $ = load(xml, { xml: true })
  return $('url')
    .get()
    .map((one) =>
      Object.fromEntries(
        $(one)
          .children()
          .get()
          .map((part) => [part.tagName, $(part).text()]),
      ),
    )
}
