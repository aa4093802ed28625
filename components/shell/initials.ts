/** Up to two letters for a person: `Omar Operator` and `o.operator` are `OO`, `admin` is `AD`. */
export function getInitials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(part => part !== '')
  const [first = '?', second] = parts
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}
