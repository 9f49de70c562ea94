import { load } from 'cheerio/slim'

/** The fields of a page in a site map: `loc`, `lastmod`, `changefreq`, `priority`, each optional. */
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
