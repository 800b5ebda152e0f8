# Needs Go 1.26, make, git and bash, and the network for Go modules. `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Absolute, because a tool is also called from the copy of the tree that `verify` makes.
TOOLS_BIN := $(CURDIR)/bin/tools
CONTROLLER_GEN := $(TOOLS_BIN)/controller-gen
GOLANGCI_LINT := $(TOOLS_BIN)/golangci-lint
KUSTOMIZE := $(TOOLS_BIN)/kustomize
KUBECONFORM := $(TOOLS_BIN)/kubeconform
KUBECTL_VALIDATE := $(TOOLS_BIN)/kubectl-validate

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# For one run: make test CGO_ENABLED=1 GOTESTFLAGS=-race. Not the default, since a race run takes several times as
# long on two cores.
GOTESTFLAGS ?=
BENCH ?= .
E2E_TAGS ?= e2e
FUZZTIME ?= 10s
SEEDS ?= 10000

# Packages with tests that need a real Kubernetes or real Valkey servers.
E2E_PACKAGES := ./test/parity ./operator/internal/valkeyconn ./operator/internal/act ./operator/internal/apply ./operator/e2e

# One set of flags for all that go builds, tests and lints compile, so that each package is compiled once: static, and
# without paths of this machine. The race detector needs cgo, see GOTESTFLAGS.
export CGO_ENABLED := $(or $(CGO_ENABLED),0)
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

# kustomize finds our function by name, and tests find kustomize; ours stand before any that are installed.
export PATH := $(CURDIR)/bin:$(TOOLS_BIN):$(PATH)

# static NAME PACKAGE builds bin/NAME.
static = CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w -X main.version=$(VERSION)' -o bin/$(1) $(2)

##@ Use
.PHONY: build demo manifests image

build: bin/valkey-menu ## build bin/valkey-menu and bin/valkey-operator, each one static binary
	$(call static,valkey-operator,./operator)

.PHONY: bin/valkey-menu # go knows best whether it is up to date
bin/valkey-menu:
	$(call static,valkey-menu,./fn)

demo: bin/valkey-menu $(KUSTOMIZE) ## kustomize build of the example menu with our function, then of a broken one, which is refused
	@printf '\n--> kustomize build examples/demo/good\n\n'
	@kustomize build --enable-alpha-plugins --enable-exec examples/demo/good
	@printf '\n--> kustomize build examples/demo/broken (must be refused)\n\n'
	@if findings=$$(kustomize build --enable-alpha-plugins --enable-exec examples/demo/broken 2>&1 >/dev/null); then \
	   echo 'demo: the broken menu was accepted' >&2; exit 1; \
	 fi; \
	 printf '%s\n' "$$findings"; \
	 grep -qE 'VK[0-9]{3}' <<<"$$findings" || { echo 'demo: refused without a finding' >&2; exit 1; }
	@printf '\n--> refused, as it must be\n'

# What the operator's image is called, in bin/manifests and in the archive of `make image`; with a registry's name to push it.
IMAGE ?= valkey-operator:$(VERSION)

manifests: $(KUSTOMIZE) ## write bin/manifests/crds.yaml and operator.yaml; IMAGE=REPOSITORY:TAG names the image in it
	@rm -rf bin/manifests && mkdir -p bin/manifests/overlay
	@for file in lib/api/crds/*.yaml; do cat "$$file"; done >bin/manifests/crds.yaml
	@cd bin/manifests/overlay && kustomize create --resources ../../../operator/deploy/base && kustomize edit set image 'valkey-operator=$(IMAGE)'
	@kustomize build bin/manifests/overlay >bin/manifests/operator.yaml
	@rm -r bin/manifests/overlay
	@ls bin/manifests/*

# What the image is for, by Go's names; each is built anew, the first time for some minutes.
ARCHITECTURES ?= amd64,arm64

image: ## write bin/valkey-operator-image.tar, named IMAGE, for docker load, podman load, skopeo or ctr images import
	go -C operator/testbed build -o '$(CURDIR)/bin/testbed' .
	archive=$$(bin/testbed operator-image --version '$(VERSION)' --arch '$(ARCHITECTURES)' '$(IMAGE)') && cp "$$archive" bin/valkey-operator-image.tar

##@ Check
.PHONY: test lint verify fuzz sim mutants bench bench-e2e e2e e2e-full

test: build $(KUSTOMIZE) $(KUBECONFORM) ## go vet and all tests; changes no file of the tree
	go vet ./...
	go vet -tags e2e $(E2E_PACKAGES)
	go vet -tags e2e,full,bench ./operator/e2e
	go vet -tags failpoints ./operator/internal/failpoint
	go test $(GOTESTFLAGS) ./...
	go -C test/flux vet ./...
	go -C test/flux test $(GOTESTFLAGS) ./...
	for dir in kstatus argocd alerts; do go -C test/$$dir vet ./... && go -C test/$$dir test $(GOTESTFLAGS) ./...; done
	go -C operator/testbed vet -tags e2e ./...
	go -C operator/testbed test $(GOTESTFLAGS) ./...

lint: $(GOLANGCI_LINT) ## run the linters of .golangci.yml
	$(GOLANGCI_LINT) run ./...
	$(GOLANGCI_LINT) run --build-tags e2e $(E2E_PACKAGES)
	$(GOLANGCI_LINT) run --build-tags e2e,full,bench ./operator/e2e
	$(GOLANGCI_LINT) run --build-tags failpoints ./operator/internal/failpoint
	cd test/flux && $(GOLANGCI_LINT) run ./...
	cd test/kstatus && $(GOLANGCI_LINT) run ./...
	cd test/argocd && $(GOLANGCI_LINT) run ./...
	cd test/alerts && $(GOLANGCI_LINT) run ./...
	cd operator/testbed && $(GOLANGCI_LINT) run --build-tags e2e ./...

# Each part is a target of its own, so that `make -k e2e` shows all that fails; they share one testbed, in this order.
E2E_PARTS := e2e-testbed e2e-testbed-parts e2e-parity e2e-operator-parts e2e-operator
.PHONY: $(E2E_PARTS)
.NOTPARALLEL:
e2e: $(E2E_PARTS) ## real Kubernetes and real Valkey on this machine: needs Linux, root and apt (docs/testbed.md)

e2e-testbed:
	go -C operator/testbed test -tags e2e -count=1 -v -timeout 40m ./e2e

e2e-testbed-parts:
	go -C operator/testbed test -tags e2e -count=1 -v -timeout 15m ./internal/...

e2e-parity:
	go test -tags e2e -count=1 -v -timeout 10m ./test/parity

e2e-operator-parts:
	go test -tags e2e -count=1 -v -timeout 10m ./operator/internal/valkeyconn ./operator/internal/act ./operator/internal/apply

e2e-operator:
	go test -tags $(E2E_TAGS) -count=1 -v -timeout 90m -parallel 8 ./operator/e2e

e2e-full: ## e2e with every case of the operator's suite
	$(MAKE) e2e E2E_TAGS=e2e,full

bench-e2e: ## time and cost of the operator on the testbed, and what clients see, beside valkey-cli and raw commands
	go test -tags e2e,bench -count=1 -v -timeout 60m -run 'TestFormingTime|TestCost|TestGaps|TestOutages' ./operator/e2e

verify: $(CONTROLLER_GEN) ## regenerate in a copy of the tree and fail on a difference, also in go.mod files
	@copy=$$(mktemp -d); trap 'rm -rf "$$copy"' EXIT; \
	 tar -cf - --exclude=./bin --exclude=./.git . | tar -xf - -C "$$copy"; \
	 $(MAKE) --no-print-directory -C "$$copy" generate TOOLS_BIN='$(TOOLS_BIN)'; \
	 diff -ruN --exclude=.git --exclude=bin . "$$copy" || { echo 'verify: run make generate and commit the result' >&2; exit 1; }
	go mod tidy -diff
	@for dir in tools/*/ test/flux/ test/kstatus/ test/argocd/ test/alerts/ operator/testbed/ operator/testbed/kubernetes/ operator/testbed/coredns/; do echo "go -C $$dir mod tidy -diff"; go -C "$$dir" mod tidy -diff; done

fuzz: ## run each fuzz test for FUZZTIME (10s); a failing input is kept in testdata
	@for package in $$(go list ./...); do \
	   listed=$$(go test -list '^Fuzz' "$$package"); \
	   for target in $$(grep '^Fuzz' <<<"$$listed" || true); do \
	     echo "--> $$package $$target"; \
	     go test -run '^$$' -fuzz "^$$target\$$" -fuzztime '$(FUZZTIME)' "$$package"; \
	   done; \
	 done

sim: ## the simulator of the planner over SEEDS seeds (10000); a seed that fails replays with -sim.seed
	go test -count=1 -v -timeout 120m -run '^TestSimulation$$' ./lib/plan -sim.seeds=$(SEEDS) -sim.stats

mutants: ## plant each fault of lib/plan/testdata/mutants and demand that the simulator finds it
	go run ./internal/mutants -seeds 600

bench: build $(KUSTOMIZE) $(KUBECONFORM) $(KUBECTL_VALIDATE) ## run the benchmarks whose name matches BENCH (all)
	go test -run '^$$' -bench '$(BENCH)' -benchmem ./...

##@ Develop
.PHONY: generate tools clean help

# One line a generated thing. Each must give the same bytes on every machine, and must remove what it no longer makes.
generate: $(CONTROLLER_GEN) ## write everything that is generated and committed
	$(CONTROLLER_GEN) object paths=./lib/api/v1alpha1
	rm -f lib/api/crds/*.yaml
	$(CONTROLLER_GEN) crd paths=./lib/api/v1alpha1 output:crd:dir=lib/api/crds
	go run ./fn/definitions/generate .
	go run ./fn/component/generate >fn/component/valkey-openapi.json.new
	mv fn/component/valkey-openapi.json.new fn/component/valkey-openapi.json
	go run ./fn rules -o markdown >docs/rules.md

tools: $(CONTROLLER_GEN) $(GOLANGCI_LINT) $(KUSTOMIZE) $(KUBECONFORM) ## build the tools that tools/ pins

# Each tool is the `tool` of its own module in tools/, so that none moves another's dependencies or ours. The first
# build compiles some hundreds of packages: a line each 50 shows that it goes on. Anything but a package name is passed on.
$(TOOLS_BIN)/%: tools/%/go.mod tools/%/go.sum
	@echo '--> building $* (once, some minutes)'
	@CGO_ENABLED=0 go build -C 'tools/$*' -v -buildvcs=false -o '$@' tool 2>&1 \
	 | awk '/[ #]/ {print; next} ++n % 50 == 0 {print "    " n " packages compiled"; fflush()}'
	@touch '$@'

clean: ## remove everything that was built
	rm -rf bin

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} \
	  /^##@/ {printf "\n%s\n", substr($$0, 5)} \
	  /^[a-z0-9-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
