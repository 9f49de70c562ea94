import { z } from 'zod'
import { QUESTION_DECISIONS } from '../querylog/verdict.ts'

/** What the resolver makes of a question, and in whose name. */
export const Finding = z.object({
  Result: z.enum([...QUESTION_DECISIONS, 'permitted', 'passed', 'refused']).meta({
    description:
      '`overridden`: an override says where it leads; `permitted`: an override lets it pass the block lists; `blocked`: by a ' +
      'block list or an override; ' +
      '`passed`: nothing is said of it, and the internet is asked; `refused`: no device of the home asks from there',
  }),
  By: z.string().meta({
    description:
      'What decides: the URI of a list, the domain of an override, `service ` and the name of an app that a rule blocks, ' +
      '`safe search`, or the like; empty for none',
    example: 'https://example.com/hosts',
  }),
  Answers: z.array(z.string().meta({ example: '192.168.2.9' })).meta({
    description:
      'The IPv4 addresses that it leads to by the home’s own word; empty where there are none, or the internet is asked',
  }),
  Categories: z.array(z.string()).meta({ description: 'The categories of the block lists that contain the name' }),
  Filtering: z
    .enum(['full', 'paused', 'none'])
    .meta({ description: '`paused`: nothing is blocked now; `none`: excluded' }),
})
export type Finding = z.infer<typeof Finding>

export const DnsExplanation = Finding.extend({
  Name: z.string().meta({
    description: 'The name that was asked about, in lower case with a dot at the end',
    example: 'ads.example.com.',
  }),
  ClientIP: z.string().meta({ description: 'The address of the device that would ask', example: '192.168.2.6' }),
  Lists: z
    .array(
      z.object({
        URI: z
          .string()
          .meta({ description: 'The http or https address of the list', example: 'https://example.com/hosts' }),
        Domain: z
          .string()
          .meta({ description: 'What it lists: the name, or a domain it is in', example: 'example.com' }),
        Exception: z.boolean().meta({ description: 'It takes the domain out of all lists' }),
      }),
    )
    .meta({ description: 'The block lists that know the name, whether they count or not' }),
}).meta({ id: 'DNSExplanation' })
export type DnsExplanation = z.infer<typeof DnsExplanation>
