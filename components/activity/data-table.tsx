import type { ReactNode } from 'react'

interface Props {
  label: string
  columns: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/** A small table: names on the left, figures on the right. Long names break, so that a phone need not scroll. */
export function DataTable({ label, columns, rows }: Props) {
  const [name, ...rest] = columns
  return (
    <table aria-label={label} className="w-full table-fixed border-t border-line text-13">
      <thead className="text-12 text-soft">
        <tr className="border-b border-line">
          <th scope="col" className="w-[30%] py-2 pr-2 text-left font-medium">
            {name}
          </th>
          {rest.map((column) => (
            <th key={column} scope="col" className="py-2 pl-2 text-right font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <tr key={key} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 text-left font-medium wrap-anywhere">
              {head}
            </th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row keep their columns
              <td key={index} className="py-2 pl-2 text-right tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
