import { OBJECTS, type TypeName } from './published.ts'

/**
 * In what a JSON value is not what the published description calls `type`: a field that is missing, spelt otherwise or of
 * another JSON type. Additional fields are permitted: clients ignore them.
 */
export function misfits(type: TypeName, value: unknown, place = 'the answer'): string[] {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${place} is not a list`]
    return value.flatMap((one, index) => misfits(type.slice(0, -2), one, `${place}[${index}]`))
  }
  if (type.startsWith('{')) {
    if (!isObject(value)) return [`${place} is not an object`]
    return Object.entries(value).flatMap(([key, one]) => misfits(type.slice(1, -1), one, `${place}.${key}`))
  }
  const fields = OBJECTS[type]
  if (!fields) return isOf(type, value) ? [] : [`${place} is not of the type ${type}`]
  if (!isObject(value)) return [`${place} is not an object`]
  return Object.entries(fields).flatMap(([name, of]) =>
    Object.hasOwn(value, name) ? misfits(of, value[name], `${place}.${name}`) : [`${place}.${name} is missing`],
  )
}

/** The name of the object type that a type is, or is made of. */
export const elementOf = (type: TypeName): TypeName => type.replace(/[[\]{}]/g, '')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isOf(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return isObject(value)
    default:
      throw new Error(`the published description has no type ${type}`)
  }
}
