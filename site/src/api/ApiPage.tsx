import Link from '@docusaurus/Link'
import useBaseUrl from '@docusaurus/useBaseUrl'
import Heading from '@theme/Heading'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'
import type { Reference, Tag } from '../../plugins/api/reference.ts'
import './api.css'
import { OperationView } from './OperationView.tsx'
import { Said } from './Said.tsx'
import { anchorOf, Keys, Type, Types } from './Type.tsx'

const TagView = ({ tag }: { readonly tag: Tag }): ReactNode => (
  <section>
    <Heading as="h2" id={tag.name}>
      {tag.name}
    </Heading>
    <ul className="overview">
      {tag.operations.map(({ id, method, path, summary }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
            <span>{summary}</span>
          </a>
        </li>
      ))}
    </ul>
    {tag.operations.map((operation) => (
      <OperationView key={operation.id} operation={operation} />
    ))}
  </section>
)

/** All operations of the router's API, on one page. */
export default function ApiPage({ reference }: { readonly reference: Reference }): ReactNode {
  const { title, version, description, groups, types } = reference
  const openapi = useBaseUrl('/openapi.json')
  return (
    <Types value={new Map(types.map(({ name, schema }) => [name, schema]))}>
      <Layout
        title="API reference"
        description={`Every operation of the ${title}: what it takes, what it answers, who may call it, with an example.`}
      >
        <main>
          <article className="api">
            <header>
              <Heading as="h1">{title}</Heading>
              <p className="lead">
                <Said text={description} />
              </p>
              <p>
                Version {version}.{' '}
                <a href={openapi} download>
                  Download openapi.json
                </a>
                , which every router also serves at <code>/openapi.json</code>. See{' '}
                <Link to="/docs/development/apis/p_webapi_authentication">authentication</Link> for how to sign in.
              </p>
              <p>
                Examples use the name <code>spr.local</code>, which the router has at home by mDNS; its address works as
                well.
              </p>
            </header>
            <nav className="contents" aria-label="API">
              {groups.map(({ name, tags }) => (
                <div key={name}>
                  <p>{name}</p>
                  <ul>
                    {tags.map((tag) => (
                      <li key={tag.name}>
                        <details>
                          <summary>{tag.name}</summary>
                          <ul>
                            <li>
                              <a href={`#${tag.name}`}>Overview</a>
                            </li>
                            {tag.operations.map(({ id, method, path }) => (
                              <li key={id}>
                                <a href={`#${id}`}>
                                  <span className={`method ${method.toLowerCase()}`}>{method}</span> {path}
                                </a>
                              </li>
                            ))}
                          </ul>
                        </details>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
              <p>Object Types</p>
              <ul>
                <li>
                  <a href="#types">All of them</a>
                </li>
              </ul>
            </nav>
            <div>
              {groups.map(({ name, tags }) => (
                <div key={name}>
                  <p className="group">{name}</p>
                  {tags.map((tag) => (
                    <TagView key={tag.name} tag={tag} />
                  ))}
                </div>
              ))}
              <section>
                <Heading as="h2" id="types">
                  Object Types
                </Heading>
                {types.map(({ name, schema }) => (
                  <section key={name} className="operation">
                    <Heading as="h3" id={anchorOf(name)}>
                      {name}
                    </Heading>
                    {schema.description && (
                      <p>
                        <Said text={schema.description} />
                      </p>
                    )}
                    {schema.properties ? (
                      <Keys of={schema} />
                    ) : (
                      <>
                        <p className="shape">
                          <Type of={schema} />
                        </p>
                        <Keys of={schema} />
                      </>
                    )}
                  </section>
                ))}
              </section>
            </div>
          </article>
        </main>
      </Layout>
    </Types>
  )
}
