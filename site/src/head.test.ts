import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement as make, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Helmet, HelmetProvider } from 'react-helmet-async'

/** Renders the head of a page in development mode. */
const head = (child: ReactNode): string =>
  renderToString(make(HelmetProvider, { context: {} }, make(Helmet, null, child)))

test('invalid elements in a page head are rejected by name', () => {
  assert.throws(
    () => head(make('div')),
    /Only elements types base, body, head, html, link, meta, noscript, script, style, title, Symbol\(react.fragment\) are allowed\. Helmet does not support rendering <div> elements/,
  )
  assert.throws(() => head(make('title', null, make('b'))), /Helmet expects a string as a child of <title>/)
  assert.equal(head(make('title', null, 'A title')), '')
})
