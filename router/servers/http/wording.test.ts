import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { GivenDynDns } from '../../model/internet/dyndns/contract.ts'
import { invalid } from './wording.ts'

const errorOf = (schema: z.ZodType, input: unknown): string => {
  const { error } = schema.safeParse(input)
  assert.ok(error)
  return invalid(error, 'body').message
}

test('of two spellings, the error is about the one that was given', () => {
  const domain = z.string().regex(/\./, 'must have a dot')
  const schema = z.union([
    z.strictObject({ DomainName: domain, Names: z.array(domain) }),
    z.strictObject({ domain_name: domain, names: z.array(domain) }),
  ])
  assert.equal(errorOf(schema, { domain_name: 'x', names: [] }), 'domain_name: must have a dot')
  assert.equal(errorOf(schema, { DomainName: 'x', Names: [] }), 'DomainName: must have a dot')
  assert.equal(errorOf(schema, { domain_name: 'x.y', names: ['x'] }), 'names.0: must have a dot')
})

test('a domain of dynamic DNS is refused with the reason, in both spellings', () => {
  for (const name of ['domain_name', 'DomainName'])
    assert.equal(
      errorOf(GivenDynDns, { domains: [{ [name]: 'not a domain' }] }),
      `domains.0.${name}: must be a domain such as example.org`,
    )
})
