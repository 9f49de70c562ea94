import Heading from '@theme/Heading'
import type { ReactNode } from 'react'
import type { Body, Operation } from '../../plugins/api/reference.ts'
import { Copy } from '../parts/Copy.tsx'
import { Said } from './Said.tsx'
import { Key, Keys, Type } from './Type.tsx'

function Example({ operation }: { readonly operation: Operation }): ReactNode {
  const { curl, typescript, body, reply } = operation
  const samples = [{ name: 'curl', text: curl }, ...(typescript ? [{ name: 'TypeScript', text: typescript }] : [])]
  return (
    <div className="samples" data-search="no">
      {samples.map(({ name, text }) => (
        <details key={name} open={name === 'curl'}>
          <summary aria-label={name} data-name={name} />
          <div className="sample">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keyboard */}
            <pre tabIndex={0}>{text}</pre>
            <Copy text={() => text} />
          </div>
        </details>
      ))}
      {body?.sample !== undefined && <Sample name="Request body" text={body.sample} />}
      <Sample name="Response" text={reply ? (reply.sample ?? `(a file: ${reply.mediaType})`) : '(empty, status 200)'} />
    </div>
  )
}

/** What is sent or answered, as text. */
const Sample = ({ name, text }: { readonly name: string; readonly text: string }): ReactNode => (
  <details>
    <summary aria-label={name} data-name={name} />
    <div className="sample">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <Copy text={() => text} />
    </div>
  </details>
)

const Shape = ({ title, body }: { readonly title: ReactNode; readonly body: Body }): ReactNode => (
  <>
    <p className="part" data-search="no">
      {title}
    </p>
    <p className="shape" data-search="no">
      {Object.keys(body.schema).length > 0 && <Type of={body.schema} />} <span className="type">{body.mediaType}</span>
    </p>
    <Keys of={body.schema} />
  </>
)

/** One operation: who may call it, what it takes, what it answers, and a call that works. */
export function OperationView({ operation }: { readonly operation: Operation }): ReactNode {
  const { id, method, path, summary, description, access, parameters, body, reply, answers } = operation
  return (
    <section className="operation">
      <Heading as="h3" id={id}>
        {summary}
      </Heading>
      <p className="target">
        <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        {operation.isDeprecated && <span className="old">old</span>}
      </p>
      <div className="columns">
        <div>
          {description && (
            <p>
              <Said text={description} />
            </p>
          )}
          <p className="access" data-search="no">
            {access}
          </p>
          {parameters.length > 0 && (
            <>
              <p className="part" data-search="no">
                Parameters
              </p>
              <dl className="keys">
                {parameters.map((one) => (
                  <Key
                    key={one.name}
                    name={one.name}
                    schema={one.schema}
                    isRequired={one.required}
                    description={[one.description, one.in === 'path' ? 'In the path.' : '']
                      .filter(Boolean)
                      .join('. ')
                      .replace(/\.\. /, '. ')}
                  />
                ))}
              </dl>
            </>
          )}
          {body && <Shape title={body.isRequired ? 'Body' : 'Body, if any'} body={body} />}
          {reply && <Shape title="Answer" body={reply} />}
          <p className="part" data-search="no">
            Statuses
          </p>
          <ul className="statuses" data-search="no">
            {answers.map(({ status, says }) => (
              <li key={status}>
                <code>{status}</code> <Said text={says} />
              </li>
            ))}
          </ul>
        </div>
        <Example operation={operation} />
      </div>
    </section>
  )
}
