import type { Page, Request } from 'playwright-core'

/** A hit of the search service: a page, a heading, or a text below it. */
export interface Hit {
  readonly objectID: string
  readonly url: string
  readonly type: string
  readonly content: string | null
  readonly hierarchy: Readonly<Record<string, string | null>>
  readonly _highlightResult: object
  readonly _snippetResult: object
}

const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6']

/** A hit for a heading, with the headings above it; with `content`, for a text below it. Its URL exists. */
export function hitOf(headings: readonly string[], content: string | null = null): Hit {
  const hierarchy = Object.fromEntries(LEVELS.map((level, at) => [level, headings[at] ?? null]))
  const marked = (text: string) => ({ value: `<mark>${text}</mark>`, matchLevel: 'full', matchedWords: [text] })
  const all = Object.fromEntries(headings.map((text, at) => [`lvl${at}`, marked(text)]))
  return {
    objectID: [...headings, content ?? ''].join('/'),
    url: `http://192.168.2.1/pages/docs/faq#${headings.join('-').replaceAll(' ', '-').toLowerCase()}`,
    type: content === null ? `lvl${headings.length - 1}` : 'content',
    content,
    hierarchy,
    _highlightResult: { hierarchy: all },
    _snippetResult: { hierarchy: all, ...(content === null ? {} : { content: marked(content) }) },
  }
}

/** A search request of a page, and undefined for fields that it never has. */
type Answer = (query: string) => readonly Hit[] | Promise<readonly Hit[]>

/** Answers search requests of a page instead of the service. Returns the list of requests, which grows. */
export async function answerWith(page: Page, answer: Answer): Promise<Record<string, unknown>[]> {
  const asked: Record<string, unknown>[] = []
  await page.route(/\/1\/events/, (route) => route.fulfill({ json: { status: 200, message: 'OK' } }))
  await page.route(/\/1\/indexes\//, async (route) => {
    const request = questionOf(route.request())
    asked.push(request)
    const hits = await answer(String(request.query))
    const json = { results: [{ hits, nbHits: hits.length, page: 0, nbPages: 1, queryID: 'q' }] }
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  return asked
}

const questionOf = (request: Request): Record<string, unknown> => JSON.parse(request.postData() ?? '{}').requests[0]
