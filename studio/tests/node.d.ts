// The little of Node that the tests use; its own types would be one more package.
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf-8'): string
}
declare module 'node:process' {
  export const env: Record<string, string | undefined>
}
