// SPDX-License-Identifier: MIT
// A choice among a few, as a row of radio buttons that looks like one control.
export function Segments<T extends string>(props: {
    label: string;
    value: T;
    options: { value: T; label: string; title?: string }[];
    onChange(value: T): void;
}) {
    const name = `choice-${props.label.replace(/\W/g, '-')}`;
    return (
        <fieldset class="choice">
            <legend>{props.label}</legend>
            <div class="segments">
                {props.options.map((option) => (
                    <label key={option.value} title={option.title} class={option.value === props.value ? 'on' : ''}>
                        <input
                            type="radio"
                            name={name}
                            checked={option.value === props.value}
                            onChange={() => props.onChange(option.value)}
                        />
                        <span>{option.label}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}
