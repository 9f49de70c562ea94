import type { PrismTheme } from 'prism-react-renderer'

/** Code in colours, on the green of the gate at night, by day as well. Each is told from the ground at 7:1 or more. */
export const codeTheme: PrismTheme = {
  plain: { color: '#dfe8e4', backgroundColor: 'var(--code)' },
  styles: [
    { types: ['comment', 'prolog', 'cdata'], style: { color: '#9db1a8', fontStyle: 'italic' } },
    { types: ['string', 'char', 'attr-value', 'inserted'], style: { color: '#f0d08a' } },
    { types: ['keyword', 'builtin', 'tag', 'selector', 'important'], style: { color: '#8fd0bd' } },
    { types: ['function', 'class-name', 'property', 'attr-name'], style: { color: '#a6cef5' } },
    { types: ['number', 'boolean', 'constant', 'symbol', 'deleted'], style: { color: '#f3b595' } },
    { types: ['punctuation', 'operator'], style: { color: '#b3c4bc' } },
    { types: ['variable', 'parameter', 'assign-left'], style: { color: '#e6dfc8' } },
  ],
}
