/** Pages load no grammars: code is highlighted in the build (`plugins/listings.ts`). */
export default function prismIncludeLanguages(): void {}
