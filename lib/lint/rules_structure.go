package lint

func structureRules() []Rule {
	return []Rule{
		{
			ID: "VK001", Slug: "SchemaInvalid", Severity: Error,
			Summary: "A field has a value that the CRD's schema does not allow.",
			Why:     "The API server refuses the object, so the change stops half way through an apply.",
			Fix:     "Give the field the type, range or pattern that the message names; `valkey-menu explain KIND.field` describes it.",
		},
		{
			ID: "VK002", Slug: "UnknownField", Severity: Error,
			Summary: "A field that the schema does not have.",
			Why:     "The API server drops such a field without a word, or refuses it when validation is strict. Either way the setting that somebody meant is not there.",
			Fix:     "Mend the spelling, or delete the field.",
		},
		{
			ID: "VK003", Slug: "NamespaceOnClusterScoped", Severity: Error,
			Summary: "An image, config or role has a namespace.",
			Why:     "The three menu kinds are cluster-scoped. kustomize's `namespace` puts one on them when it does not know that, and rewrites references with it.",
			Fix:     "Delete metadata.namespace, add the kustomize component that is shipped beside the function, or let ValkeyRender normalise.",
		},
		{
			ID: "VK004", Slug: "DuplicateObject", Severity: Error,
			Summary: "Two objects of one kind have the same name.",
			Why:     "The one that is applied last replaces the other, so the result depends on the order of files.",
			Fix:     "Delete or rename one of them.",
			check:   duplicateObject,
		},
		{
			ID: "VK005", Slug: "CELRule", Severity: Error,
			Summary: "A validation rule of the CRD is broken.",
			Why:     "The API server refuses the object with the same message.",
			Fix:     "Do what the message asks for.",
		},
		{
			ID: "VK006", Slug: "ImmutableChanged", Severity: Error,
			Summary: "A change to a field that cannot change, against the state before.",
			Why:     "The API server refuses the update. TLS cannot be added to or taken from a running cluster: nodes of both kinds could not talk to each other.",
			Fix:     "Take the change back, or make a new cluster and move the data.",
		},
		{
			ID: "VK007", Slug: "MetadataInvalid", Severity: Error,
			Summary: "A name, label or annotation that Kubernetes does not allow, or an ignore-check annotation that accepts nothing.",
			Why: "The API server refuses the object, or, for pod annotations, node selectors and zones, each of its pods. " +
				"The name of a cluster also names a Service, so it is a DNS label that starts with a letter. " +
				"An ignore-check annotation with an id that no rule has, or without a reason, is only a warning: the API server takes it, and the finding that it is about stays.",
			Fix:   "Use lower-case letters, digits and hyphens in names, and valid label and annotation keys. In an ignore-check annotation name the rule by its id and say why it is accepted.",
			check: metadata,
		},
		{
			ID: "VK008", Slug: "GenerateName", Severity: Warning,
			Summary: "An object has metadata.generateName and no name.",
			Why:     "Its name is known only once it exists, so nothing can refer to it and every apply makes another one.",
			Fix:     "Give it a name.",
		},
		{
			ID: "VK009", Slug: "UnknownAPIVersion", Severity: Error,
			Summary: "An object of the group in a version or kind that does not exist.",
			Why:     "The API server does not know it, so it is not applied.",
			Fix:     "Use apiVersion valkey.gomomento.com/v1alpha1 and one of its five kinds.",
		},
	}
}

func yamlRules() []Rule {
	return []Rule{
		{
			ID: "VK070", Slug: "YAML11Boolean", Severity: Error,
			Summary: "A bare yes, no, on or off where a string belongs.",
			Why:     "YAML 1.1 reads these words as booleans and YAML 1.2 as strings, so tools disagree about `appendonly: no`, and the API server refuses a boolean.",
			Fix:     "Put the value in quotes: \"no\".",
		},
		{
			ID: "VK071", Slug: "NumberForString", Severity: Error,
			Summary: "A bare number where a string belongs.",
			Why:     "Settings, quantities, tags and versions are strings. A tag of 9.10 would turn into 9.1, and the API server refuses a number.",
			Fix:     "Put the value in quotes: \"9.10\".",
		},
		{
			ID: "VK073", Slug: "TimestampRewritten", Severity: Warning,
			Summary: "A bare date that some tools rewrite.",
			Why:     "A YAML 1.1 reader takes 2024-01-01 for a point in time and writes it back in another form.",
			Fix:     "Put the value in quotes.",
		},
		{
			ID: "VK074", Slug: "DuplicateKey", Severity: Error,
			Summary: "One key or one directive is given twice.",
			Why: "Of two equal keys of a YAML mapping most tools keep the last and some refuse the file. " +
				"Two spellings of one directive, such as masterauth and primaryauth or two cases, are different keys to YAML and the same to Valkey.",
			Fix:   "Keep one of them.",
			check: duplicateSpelling,
		},
		{
			ID: "VK076", Slug: "Placeholder", Severity: Info,
			Summary: "A value is filled in by a later step.",
			Why:     "What is not there yet cannot be judged, so the other rules leave the value out.",
			Fix:     "Nothing, or validate again once the value is there.",
		},
	}
}
