import { createContext, Fragment, type ReactNode, useContext, useState } from 'react'
import { nameOf, type Schema } from '../../plugins/api/reference.ts'
import { Said } from './Said.tsx'

export const anchorOf = (name: string): string => `type-${name}`

const between = (parts: readonly ReactNode[], word: string): ReactNode =>
  parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one type never move
    <Fragment key={at}>
      {at > 0 && word}
      {part}
    </Fragment>
  ))

/** A type in one line: names lead to where they are described. */
export function Type({ of: schema }: { readonly of: Schema }): ReactNode {
  if (schema.$ref) return <a href={`#${anchorOf(nameOf(schema.$ref))}`}>{nameOf(schema.$ref)}</a>
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return between(
      choices.map((one) => <Type key="" of={one} />),
      ' or ',
    )
  // A text that is checked by several patterns has them in `allOf`, which say nothing to a reader.
  if (schema.allOf && schema.type !== 'string')
    return between(
      schema.allOf.map((one) => <Type key="" of={one} />),
      ' and ',
    )
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>
  if (schema.enum)
    return between(
      schema.enum.map((one) => <code key="">{JSON.stringify(one)}</code>),
      ', ',
    )
  if (schema.items)
    return (
      <>
        list of <Type of={schema.items} />
      </>
    )
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        object, each <Type of={schema.additionalProperties} />
      </>
    )
  return Array.isArray(schema.type) ? schema.type.join(' or ') : ((schema.type as string | undefined) ?? 'anything')
}

const LIMITS: Readonly<Record<string, string>> = {
  minLength: 'at least {} character|s',
  maxLength: 'at most {} character|s',
  minimum: 'from {}',
  maximum: 'up to {}',
  exclusiveMinimum: 'more than {}',
  exclusiveMaximum: 'less than {}',
  minItems: 'at least {} item|s',
  maxItems: 'at most {} item|s',
  format: '{}',
}

/** `{} item|s` with a number in it, and in the singular for one. */
export const inNumber = (words: string, value: unknown): string => {
  const [before = '', ending = ''] = words.replace('{}', String(value)).split('|')
  return value === 1 ? before : before + ending
}

/** JavaScript's own bounds of whole numbers say nothing to a reader. */
const isTelling = (value: unknown): boolean =>
  value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER && value !== 0

function limitsOf(schema: Schema): string {
  const limits = Object.entries(LIMITS)
    .filter(([name]) => isTelling(schema[name]))
    .map(([name, words]) => inNumber(words, schema[name]))
  if (schema.default !== undefined) limits.push(`${JSON.stringify(schema.default)} by default`)
  return limits.join(', ')
}

/** Object types by their names, for what refers to them. */
export const Types = createContext<ReadonlyMap<string, Schema>>(new Map())

/** Deeper than this an object within an object is named, and no more. */
const DEEPEST = 3

/** The keys of an object, and of the objects in it; nothing where there are none. */
export function Keys({ of: schema, depth = 0 }: { readonly of: Schema; readonly depth?: number }): ReactNode {
  const inner =
    schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)
  if (schema.$ref) return <Referred to={nameOf(schema.$ref)} />
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter((one) => one.type !== 'null')
  if (choices.length > 0 && depth < DEEPEST)
    return choices.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the choices of one type never move
      <Keys key={at} of={one} depth={depth} />
    ))
  if (!schema.properties) return inner && depth < DEEPEST ? <Keys of={inner} depth={depth} /> : null
  const { properties, required = [] } = schema
  return (
    <dl className="keys">
      {Object.entries(properties).map(([name, value]) => (
        <Key key={name} name={name} schema={value} isRequired={required.includes(name)} depth={depth} />
      ))}
    </dl>
  )
}

/** The fields of an object type, shown when they are opened: a page has hundreds of them, and a type may contain itself. */
function Referred({ to }: { readonly to: string }): ReactNode {
  const schema = useContext(Types).get(to)
  const [isOpen, setIsOpen] = useState(false)
  if (!schema) return null
  return (
    <details className="fields" data-search="no" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Fields of {to}</summary>
      {isOpen ? <Keys of={schema} /> : <a href={`#${anchorOf(to)}`}>{to}</a>}
    </details>
  )
}

interface KeyProps {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly depth?: number
  readonly description?: string | undefined
}

export function Key({ name, schema, isRequired, depth = 0, description = schema.description }: KeyProps): ReactNode {
  const limits = limitsOf(schema)
  return (
    <>
      <dt>
        <code>{name}</code>
        <span className="type">
          <Type of={schema} />
        </span>
        {isRequired && <span className="needed">needed</span>}
        {schema.deprecated && <span className="old">old</span>}
      </dt>
      <dd>
        {description && (
          <span>
            <Said text={description} />
          </span>
        )}
        {limits && (
          <span className="limits" data-search="no">
            {limits}
          </span>
        )}
        {depth < DEEPEST && <Keys of={schema} depth={depth + 1} />}
      </dd>
    </>
  )
}
