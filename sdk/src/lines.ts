/**
 * The lines of a stream, which \n or \r\n ends and nothing else. Node's readline would also cut at U+2028 and U+2029, which may stand in
 * JSON as they are.
 */
export async function* linesIn(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun = ''
  for await (const chunk of input) {
    const lines = (begun + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  const last = begun + decoder.decode()
  if (last !== '') yield last
}
